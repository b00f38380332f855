"""A real terminal for tests, in a tmux server of its own: typed into and read."""
import contextlib
import os
import signal
import subprocess
import tempfile
import time
import unittest

PATIENCE = 120  # seconds: nothing takes that long unless it hangs


class TerminalCase(unittest.TestCase):
    def setUp(self):
        super().setUp()
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.sockets, self.servers = folder.name, 0
        self.addCleanup(self.end)

    def tmux(self, *args, check=True):
        env = dict(os.environ, LC_ALL='C.UTF-8', TERM='screen-256color')
        env.pop('TMUX', None)
        socket = os.path.join(self.sockets, f'tmux-{self.servers}')
        run = subprocess.run(['tmux', '-u', '-S', socket, '-f', '/dev/null', *args], env=env, capture_output=True,
                             encoding='utf-8', check=False)
        if check:
            self.assertEqual(run.returncode, 0, run.stderr)
        return run.stdout

    def end(self):
        """Kills what still runs at once: hung up, it would go on to look for leaks in a terminal that is gone."""
        for leader in self.tmux('list-panes', '-a', '-F', '#{pane_pid}', check=False).split():
            with contextlib.suppress(ProcessLookupError):
                os.killpg(int(leader), signal.SIGKILL)
        self.tmux('kill-server', check=False)

    def begin(self, command, size=(80, 24)):
        """A fresh terminal that runs a command of the shell and then says how it ended."""
        self.end()
        self.servers += 1  # the last one may take a moment to go
        self.tmux('new-session', '-d', '-x', str(size[0]), '-y', str(size[1]), f'{command}; echo exit $?; cat')

    def send(self, *keys):
        self.tmux('send-keys', *keys)

    def type(self, text):
        self.tmux('send-keys', '-l', text[:-1] + '\\;' if text.endswith(';') else text)  # else it ends tmux's command

    def resize(self, columns, rows):
        self.tmux('resize-window', '-x', str(columns), '-y', str(rows))

    def screen(self, colour=False):
        return self.tmux('capture-pane', '-p', *(['-e'] if colour else []))

    def wait_until(self, holds, what):
        """The first screen of which something holds."""
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            screen = self.screen()
            if holds(screen):
                return screen
            time.sleep(0.02)
        return self.fail(f'{what} does not come up:\n{self.screen()}')

    def wait_for(self, *texts):
        return self.wait_until(lambda screen: all(text in screen for text in texts), repr(texts))

    def wait_without(self, text):
        return self.wait_until(lambda screen: text not in screen, f'a screen without {text!r}')
