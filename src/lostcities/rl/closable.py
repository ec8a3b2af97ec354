"""Environments that can be closed: whatever is asked of them afterwards is an error."""


class Closable:
    closed = False

    def check_open(self) -> None:
        if self.closed:
            raise RuntimeError("this environment is closed: make a new one")
