"""The classes of results, and of what is read: for annotations."""

from farklegen.cards.card import Analysis as Analysis
from farklegen.cards.card import MatchPrice as MatchPrice
from farklegen.pictures import Picture as Picture
from farklegen.play.players import PlayedMatch as PlayedMatch
from farklegen.report.advise import AdviseResult as AdviseResult
from farklegen.report.advise import DrillResult as DrillResult
from farklegen.report.advise import TurnResult as TurnResult
from farklegen.report.card import CardResult as CardResult
from farklegen.report.card import SeveralTableResult as SeveralTableResult
from farklegen.report.compare import Comparison as Comparison
from farklegen.report.match import DuelResult as DuelResult
from farklegen.report.match import SimulateResult as SimulateResult
from farklegen.report.match import SolveResult as SolveResult
from farklegen.report.match import TwoSetsResult as TwoSetsResult
from farklegen.report.odds import BestDice as BestDice
from farklegen.report.odds import OddsResult as OddsResult
from farklegen.report.odds import ReachResult as ReachResult
from farklegen.report.rules import CheckedFile as CheckedFile
from farklegen.rules.loading import LoadedRuleset as LoadedRuleset
from farklegen.solvers.duel.length import GameLength as GameLength
from farklegen.study.study import Study as Study
from farklegen.sweeps import Sweep as Sweep
from farklegen.sweeps import SweepResult as SweepResult
