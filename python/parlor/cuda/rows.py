"""Rows on the device, as PyTorch, CuPy, JAX and others take them: by DLPack and by __cuda_array_interface__.

Nothing is copied: a tensor made of rows is the games' own memory, and every step overwrites it.
"""

import ctypes
import math

CUDA = 2  # DLPack's number of this kind of device
KINDS = {"u1": (1, 8), "i2": (0, 16), "i4": (0, 32), "i8": (0, 64), "f4": (2, 32)}  # DLPack's code and bits


class _Device(ctypes.Structure):
    _fields_ = [("type", ctypes.c_int32), ("number", ctypes.c_int32)]


class _Kind(ctypes.Structure):
    _fields_ = [("code", ctypes.c_uint8), ("bits", ctypes.c_uint8), ("lanes", ctypes.c_uint16)]


class _Tensor(ctypes.Structure):
    _fields_ = [
        ("data", ctypes.c_void_p),
        ("device", _Device),
        ("ndim", ctypes.c_int32),
        ("dtype", _Kind),
        ("shape", ctypes.POINTER(ctypes.c_int64)),
        ("strides", ctypes.POINTER(ctypes.c_int64)),
        ("byte_offset", ctypes.c_uint64),
    ]


class _Managed(ctypes.Structure):
    pass


_Deleter = ctypes.CFUNCTYPE(None, ctypes.POINTER(_Managed))
_Managed._fields_ = [("tensor", _Tensor), ("context", ctypes.c_void_p), ("deleter", _Deleter)]

_lent = {}  # by address of a managed tensor: what must live as long as somebody uses it


@_Deleter
def _give_back(managed):
    _lent.pop(ctypes.addressof(managed.contents), None)


_Destructor = ctypes.CFUNCTYPE(None, ctypes.c_void_p)
_python = ctypes.pythonapi
_python.PyCapsule_New.restype = ctypes.py_object
_python.PyCapsule_New.argtypes = [ctypes.c_void_p, ctypes.c_char_p, _Destructor]
_python.PyCapsule_IsValid.argtypes = [ctypes.c_void_p, ctypes.c_char_p]
_python.PyCapsule_GetPointer.restype = ctypes.c_void_p
_python.PyCapsule_GetPointer.argtypes = [ctypes.c_void_p, ctypes.c_char_p]
_NAME = b"dltensor"


@_Destructor
def _drop(capsule):
    if _python.PyCapsule_IsValid(capsule, _NAME):  # nobody has taken it
        _lent.pop(_python.PyCapsule_GetPointer(capsule, _NAME), None)


class Rows:
    """An array in a device's memory."""

    def __init__(self, memory, shape, kind):
        self.memory, self.shape, self.kind = memory, shape, kind

    @property
    def __cuda_array_interface__(self):
        return {"shape": self.shape, "typestr": f"<{self.kind}" if self.kind[1] != "1" else f"|{self.kind}",
                "data": (self.memory.address, False), "version": 3}  # fmt: skip

    def __dlpack_device__(self):
        return CUDA, self.memory.device.number

    def __dlpack__(self, **_wishes):
        code, bits = KINDS[self.kind]
        shape = (ctypes.c_int64 * len(self.shape))(*self.shape)
        managed = _Managed()
        managed.tensor = _Tensor(
            data=self.memory.address, device=_Device(CUDA, self.memory.device.number), ndim=len(self.shape),
            dtype=_Kind(code, bits, 1), shape=ctypes.cast(shape, ctypes.POINTER(ctypes.c_int64)), strides=None,
        )  # fmt: skip
        managed.deleter = _give_back
        _lent[ctypes.addressof(managed)] = managed, shape, self.memory
        return _python.PyCapsule_New(ctypes.addressof(managed), _NAME, _drop)

    def read(self):
        """The bytes, copied to the host."""
        return self.memory.read(math.prod(self.shape) * KINDS[self.kind][1] // 8)


def borrow(actions, n):
    """The address of an array of whole numbers on the device, and their size."""
    facts = getattr(actions, "__cuda_array_interface__", None)
    if facts is None:
        raise TypeError("actions must be an array on the GPU, such as a CUDA tensor of PyTorch")
    kind, size = facts["typestr"][1], int(facts["typestr"][2:])
    strides = facts.get("strides")
    whole = kind in "iu" and size in (2, 4, 8) and (strides is None or strides[0] == size)
    if not whole or tuple(facts["shape"]) != (n,):
        raise ValueError(f"actions must be an array of {n} whole numbers of 2, 4 or 8 bytes, one after the other")
    return facts["data"][0], size
