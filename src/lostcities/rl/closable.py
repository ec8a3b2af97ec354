"""Environments that can be closed and must be reset before use: anything else raises an error."""


class Closable:
    closed = False
    begun = False

    def check_open(self) -> None:
        if self.closed:
            raise RuntimeError("this environment is closed: make a new one")

    def check_begun(self) -> None:
        if self.closed or not self.begun:
            self.check_open()
            raise RuntimeError("no match has begun: call reset()")
