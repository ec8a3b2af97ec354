"""Which matches of a batch a thread works on: all of them on a CPU, on a GPU those that fall to one of its many threads.

A kernel over a batch is a loop, `for i in range(first(), len(rows), stride())`. That one source is a loop over all matches
on a CPU and the work of one thread on a GPU, where `CudaEngine` puts the numbers of the thread in place.
"""


def first() -> int:
    return 0


def stride() -> int:
    return 1
