"""NVIDIA's driver through ctypes: memory, modules and launches, as little of it as parlor.cuda needs.

The driver library comes with the GPU's driver; nothing else has to be installed. Everything happens in the device's
primary context, which PyTorch, CuPy and JAX use too, so that they can read our memory.
"""

import ctypes
import functools


class CudaError(RuntimeError):
    """What the driver has refused, in its words."""


class NoGpu(RuntimeError):
    """There is no GPU to play on, and why."""


@functools.cache
def library():
    try:
        return ctypes.CDLL("libcuda.so.1")
    except OSError:
        raise NoGpu("parlor.cuda needs an NVIDIA GPU: there is no libcuda.so.1, which comes with its driver") from None


def call(name, *arguments):
    """Calls a function of the driver; raises what it complains about."""
    code = getattr(library(), name)(*arguments)
    if code == 0:
        return
    text = ctypes.c_char_p()
    library().cuGetErrorString(code, ctypes.byref(text))
    raise CudaError(f"{name}: {(text.value or b'error').decode()} ({code})")


class Device:
    """One GPU, with its primary context."""

    def __init__(self, number=0):
        count = ctypes.c_int()
        try:
            call("cuInit", 0)
            call("cuDeviceGetCount", ctypes.byref(count))
        except CudaError as error:
            raise NoGpu(f"parlor.cuda needs an NVIDIA GPU: {error}") from None
        if not 0 <= number < count.value:
            raise NoGpu(f"there is no GPU number {number}: this machine has {count.value}")
        self.number = number
        handle = ctypes.c_int()
        call("cuDeviceGet", ctypes.byref(handle), number)
        self.context = ctypes.c_void_p()
        call("cuDevicePrimaryCtxRetain", ctypes.byref(self.context), handle)
        self.enter()

    def enter(self):
        call("cuCtxSetCurrent", self.context)

    def synchronize(self):
        self.enter()
        call("cuCtxSynchronize")


class Memory:
    """Bytes on a device, zeroed; given back with the last reference."""

    def __init__(self, device, size):
        self.device, self.size = device, max(size, 16)
        self.address = 0
        pointer = ctypes.c_uint64()
        device.enter()
        call("cuMemAlloc_v2", ctypes.byref(pointer), ctypes.c_size_t(self.size))
        self.address = pointer.value
        call("cuMemsetD8_v2", pointer, ctypes.c_ubyte(0), ctypes.c_size_t(self.size))

    def __del__(self):
        if self.address:
            self.device.enter()
            library().cuMemFree_v2(ctypes.c_uint64(self.address))

    def write(self, data):
        data = bytes(data)
        self.device.enter()
        call("cuMemcpyHtoD_v2", ctypes.c_uint64(self.address), data, ctypes.c_size_t(len(data)))

    def read(self, size=None):
        size = self.size if size is None else size
        out = ctypes.create_string_buffer(size)
        self.device.enter()
        call("cuMemcpyDtoH_v2", out, ctypes.c_uint64(self.address), ctypes.c_size_t(size))
        return out.raw


class Module:
    """Kernels, compiled by the driver from PTX for the device that is there."""

    def __init__(self, device, ptx):
        self.device = device
        self.handle = ctypes.c_void_p()
        log = ctypes.create_string_buffer(8192)
        options = (ctypes.c_int * 2)(5, 6)  # the buffer for what the compiler says, and its size
        values = (ctypes.c_void_p * 2)(ctypes.cast(log, ctypes.c_void_p), len(log))
        device.enter()
        try:
            call("cuModuleLoadDataEx", ctypes.byref(self.handle), ptx + b"\0", 2, options, values)
        except CudaError as error:
            raise CudaError(f"{error}: {log.value.decode(errors='replace')}") from None

    def kernel(self, name):
        function = ctypes.c_void_p()
        self.device.enter()
        call("cuModuleGetFunction", ctypes.byref(function), self.handle, name.encode())
        return Kernel(self, function)


class Kernel:
    SHARED_MOST = 8  # cuFuncSetAttribute: bytes of shared memory that a launch may ask for

    def __init__(self, module, function):
        self.module, self.function = module, function

    def attribute(self, number):
        value = ctypes.c_int()
        call("cuFuncGetAttribute", ctypes.byref(value), number, self.function)
        return value.value

    def allow_shared(self, size):
        self.module.device.enter()
        call("cuFuncSetAttribute", self.function, self.SHARED_MOST, size)

    def __call__(self, blocks, threads, shared, stream, *arguments):
        """Launches it; the arguments are ctypes objects, passed by value."""
        pointers = (ctypes.c_void_p * len(arguments))(*(ctypes.addressof(one) for one in arguments))
        self.module.device.enter()
        size = blocks, 1, 1, threads, 1, 1
        call("cuLaunchKernel", self.function, *size, shared, ctypes.c_void_p(stream), pointers, None)
