"""Which matches of a batch a thread works on: all of them on a CPU; on a GPU, its share.

A kernel over a batch is a loop, `for i in range(first(), len(rows), stride())`. The same source is a loop over all matches
on a CPU and the work of one thread on a GPU, where `CudaEngine` inserts the thread's numbers.
"""


def first() -> int:
    return 0


def stride() -> int:
    return 1
