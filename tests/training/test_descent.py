"""Steps of the optimizer: those of Adam with short gradients, and the same ones as a graph on a GPU."""

from typing import Any

import pytest

torch = pytest.importorskip("torch", reason="torch is in the extra `train`")

from lostcities.training.descent import WARM_UP, Descent

CPU = torch.device("cpu")
RATE, NORM, BATCH = 0.01, 0.5, 8


class Line:
    """Learns a straight line from 32 examples."""

    def __init__(self, device: Any, graphs: bool = True) -> None:
        generator = torch.Generator().manual_seed(3)
        given = torch.randn(32, 4, generator=generator)
        self.given, self.wanted = given.to(device), (given @ torch.tensor([1.0, -2.0, 3.0, 0.5]) + 1).to(device)
        self.slope, self.height = torch.zeros(4, device=device, requires_grad=True), torch.zeros(1, device=device, requires_grad=True)
        self.descent = Descent(self.losses, [[self.slope], [self.height]], RATE, NORM, BATCH, device)
        self.descent.graphs = self.descent.graphs and graphs

    def losses(self, places: Any) -> tuple[Any, dict[str, Any]]:
        wrong = (self.given[places] @ self.slope + self.height - self.wanted[places]) ** 2
        return wrong.mean(), {"wrong": wrong.mean()}

    def batches(self, count: int) -> list[Any]:
        generator = torch.Generator().manual_seed(4)
        return [torch.randperm(32, generator=generator)[:BATCH].to(self.given.device) for _ in range(count)]


def test_a_step_is_one_of_adam_with_a_short_gradient() -> None:
    line, other = Line(CPU), Line(CPU)
    adam = torch.optim.Adam([other.slope, other.height], lr=RATE, eps=1e-5)
    for places in line.batches(5):
        figures = line.descent(places)
        adam.zero_grad()
        loss, _ = other.losses(places)
        loss.backward()
        length = torch.cat([other.slope.grad, other.height.grad]).norm()
        for tensor in (other.slope, other.height):
            tensor.grad *= min(1, NORM / (length + 1e-6))
        adam.step()
        torch.testing.assert_close(figures["wrong"], loss.detach())
    torch.testing.assert_close((line.slope, line.height), (other.slope, other.height))


def test_every_group_has_its_own_rate() -> None:
    line = Line(CPU)
    line.descent.set_rates(0.0, RATE)
    for places in line.batches(3):
        line.descent(places)
    assert not line.slope.any()
    assert line.height.any()


def test_a_batch_may_be_smaller() -> None:
    line = Line(CPU)
    assert set(line.descent(torch.arange(3))) == {"wrong"}


@pytest.mark.skipif(not torch.cuda.is_available(), reason="no GPU")
def test_the_steps_of_a_graph_are_the_same() -> None:
    device = torch.device("cuda")
    lines = [Line(device, graphs) for graphs in (True, False)]
    for line in lines:
        for number, places in enumerate(line.batches(WARM_UP + 20)):
            line.descent.set_rates(RATE / (number + 1), RATE)
            line.descent(places)
        line.descent(torch.arange(3, device=device))
    torch.testing.assert_close((lines[0].slope, lines[0].height), (lines[1].slope, lines[1].height))
    assert lines[0].descent.graph
    assert not lines[1].descent.graph
