"""Label-aware attention against its formula and its own finite differences; the losses against theirs."""

import numpy as np
import pytest
import torch
from torch.nn import functional

from worker.coding.losses import asymmetric, binary
from worker.coding.network import LabelAttention, SinglePool


@pytest.fixture
def attention():
    torch.manual_seed(0)
    return LabelAttention(6, 4, 5).double()


@pytest.fixture
def states():
    torch.manual_seed(1)
    kept = torch.tensor([[True] * 7, [True] * 4 + [False] * 3])
    return torch.randn(2, 7, 6, dtype=torch.float64, requires_grad=True), kept


def test_scores_follow_the_formula_of_the_article(attention, states):
    """Worked out with numpy, stay by stay: Z = tanh(V H), A = softmax(W Z), D = H Aᵀ, <u, d> + b."""
    h, kept = states
    scores, weights = attention(h, kept)
    v, w, u, b = (
        tensor.detach().numpy()
        for tensor in (attention.v.weight, attention.w.weight, attention.output.weight, attention.output.bias)
    )  # fmt: skip
    for stay in range(2):
        own = h[stay].detach().numpy()[kept[stay].numpy()].T  # (width, states)
        raw = np.exp(w @ np.tanh(v @ own))
        a = raw / raw.sum(axis=1, keepdims=True)
        d = own @ a.T
        expected = (u * d.T).sum(axis=1) + b
        assert np.allclose(scores[stay].detach(), expected)
        assert np.allclose(weights[stay][:, kept[stay]].detach(), a)


def test_the_scores_of_some_labels_are_theirs_among_all(attention, states):
    h, kept = states
    some = torch.tensor([3, 1])
    assert torch.allclose(attention.scores_of(h, kept, some), attention(h, kept)[0][:, some])


def test_its_gradient_is_that_of_finite_differences(attention, states):
    h, kept = states
    parameters = tuple(attention.parameters())

    def scores(given, *_parameters):
        return attention(given, kept)[0]

    assert torch.autograd.gradcheck(scores, (h, *parameters), eps=1e-6, atol=1e-6)


def test_the_gradient_of_the_asymmetric_loss_is_that_of_weighted_logarithms():
    """The weights carry no gradient: the finite differences hold them fixed."""
    torch.manual_seed(2)
    scores = torch.randn(3, 4, dtype=torch.float64, requires_grad=True)
    gold = (torch.rand(3, 4, dtype=torch.float64) > 0.5).double()
    assert torch.autograd.gradcheck(lambda s: binary(s, gold), scores)
    whole = asymmetric(scores, gold, positive=0, negative=0, margin=0)
    assert torch.allclose(whole, binary(scores, gold))


def test_a_state_that_does_not_count_changes_nothing(attention, states):
    h, kept = states
    changed = h.detach().clone()
    changed[1, 4:] = 100.0
    for head in (
        attention,
        SinglePool(6, 4, is_max=True).double(),
        SinglePool(6, 4, is_max=False).double(),
    ):
        assert torch.equal(head(h, kept)[0], head(changed, kept)[0])


def test_mean_and_max_are_what_their_names_say(states):
    h, kept = states
    for is_max in (True, False):
        head = SinglePool(6, 4, is_max=is_max).double()
        own = h[1, :4]
        pooled = own.amax(dim=0) if is_max else own.mean(dim=0)
        assert torch.allclose(head(h, kept)[0][1], head.output(pooled))


def test_a_label_that_starts_from_its_text_looks_at_states_like_it():
    torch.manual_seed(3)
    labels = torch.randn(4, 6)
    head = LabelAttention(6, 4, 6)
    head.start_from(labels)
    own = labels - labels.mean(dim=0)
    _scores, weights = head(5 * own.unsqueeze(0), torch.ones(1, 4, dtype=torch.bool))
    assert weights[0].argmax(dim=1).tolist() == [0, 1, 2, 3]
    vectors = functional.normalize(head.output.weight, dim=1)
    assert torch.allclose(vectors, functional.normalize(own, dim=1), atol=1e-5)


def test_the_asymmetric_loss_forgives_easy_absences_and_weighs_hard_ones():
    """By hand, γ- 4, margin 0.05: p = 0.04 costs nothing; p = 0.5 costs 0.45⁴ · -log(0.55)."""
    absent = torch.zeros(1, 1, dtype=torch.float64)
    easy = torch.logit(torch.tensor([[0.04]], dtype=torch.float64))
    hard = torch.zeros(1, 1, dtype=torch.float64)
    assert asymmetric(easy, absent).item() == 0
    assert asymmetric(hard, absent).item() == pytest.approx(0.45**4 * -np.log(0.55))
    present = torch.ones(1, 1, dtype=torch.float64)
    assert asymmetric(hard, present).item() == pytest.approx(0.5 * -np.log(0.5))


@pytest.mark.parametrize("has_v", [True, False])
def test_evidence_weighs_states_by_attention_and_the_exact_gradient(states, has_v):
    """The closed form against PyTorch's own gradient, label by label."""
    torch.manual_seed(4)
    head = LabelAttention(6, 4, 5, has_v=has_v).double()
    own = states[0][:1]
    scores, attention = head(own, torch.ones(1, 7, dtype=torch.bool))
    found = head.weights_of(own[0], torch.tensor([3, 1]))
    for row, label in enumerate((3, 1)):
        (slope,) = torch.autograd.grad(scores[0, label], own, retain_graph=True)
        expected = attention[0, label] * (own * slope)[0].norm(dim=1)
        assert torch.allclose(found[row], expected.detach())


@pytest.mark.parametrize("is_max", [True, False])
def test_where_no_label_looks_the_gradient_alone_weighs(states, is_max):
    torch.manual_seed(5)
    head = SinglePool(6, 4, is_max=is_max).double()
    own = states[0][:1]
    scores, _none = head(own, torch.ones(1, 7, dtype=torch.bool))
    found = head.weights_of(own[0], torch.tensor([2]))
    (slope,) = torch.autograd.grad(scores[0, 2], own)
    assert torch.allclose(found[0], (own * slope)[0].norm(dim=1).detach())


def test_states_that_a_label_hardly_looks_at_are_no_evidence(monkeypatch, attention, states):
    whole = attention.weights_of(states[0][0], torch.tensor([0]))[0]
    monkeypatch.setattr("worker.coding.network.MOST_SEEN", 2)
    few = attention.weights_of(states[0][0], torch.tensor([0]))[0]
    looked = attention(states[0], states[1])[1][0, 0].topk(2).indices
    assert torch.equal(few[looked], whole[looked])
    assert (few > 0).sum() == 2
