//! The few statistics a match needs.

/// Standard deviations that hold 95 of 100.
pub const Z95: f64 = 1.959_964;

/// Wilson's 95 % interval for a share of `n`, `score` of which were won.
pub fn wilson(score: f64, n: f64) -> (f64, f64) {
    if n <= 0.0 {
        return (0.0, 1.0);
    }
    let p = score / n;
    let z2 = Z95 * Z95;
    let middle = (p + z2 / (2.0 * n)) / (1.0 + z2 / n);
    let half = Z95 / (1.0 + z2 / n) * (p * (1.0 - p) / n + z2 / (4.0 * n * n)).sqrt();
    ((middle - half).max(0.0), (middle + half).min(1.0))
}

/// The score expected of a player this many Elo points better.
pub fn expected_score(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// The Elo points that a score speaks for; what is sure counts as a thousand.
pub fn elo_of(score: f64) -> f64 {
    (-400.0 * (1.0 / score.clamp(1e-9, 1.0 - 1e-9) - 1.0).log10()).clamp(-1_000.0, 1_000.0)
}

/// Wald's sequential test of two strengths, on the scores of pairs.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sprt {
    /// Elo points if the first bot is no better.
    pub elo0: f64,
    /// Elo points if it is.
    pub elo1: f64,
    /// How often a wrong answer is accepted, either way.
    pub error: f64,
}

/// What a sequential test says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sequential {
    /// Nothing yet.
    Open,
    /// The first bot is not stronger.
    Rejected,
    /// It is.
    Accepted,
}

impl Sprt {
    /// Log of the likelihood ratio for these pair scores, each from 0 to 1.
    pub fn ratio(&self, pairs: &[f64]) -> f64 {
        let n = pairs.len() as f64;
        if n < 2.0 {
            return 0.0;
        }
        let mean = pairs.iter().sum::<f64>() / n;
        let spread = pairs.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / n;
        // A match that always ends alike has no spread of its own.
        let spread = spread.max(1.0 / (4.0 * n));
        let (s0, s1) = (expected_score(self.elo0), expected_score(self.elo1));
        n * (s1 - s0) * (2.0 * mean - s0 - s1) / (2.0 * spread)
    }

    /// The answer for these pair scores.
    pub fn answer(&self, pairs: &[f64]) -> Sequential {
        let bound = ((1.0 - self.error) / self.error).ln();
        let ratio = self.ratio(pairs);
        if ratio >= bound {
            Sequential::Accepted
        } else if ratio <= -bound {
            Sequential::Rejected
        } else {
            Sequential::Open
        }
    }
}

/// The value that chi-square exceeds once in a thousand times, by Wilson and
/// Hilferty's approximation.
pub fn chi_square_limit(freedom: usize) -> f64 {
    let k = freedom as f64;
    let a = 2.0 / (9.0 * k);
    k * (1.0 - a + 3.090_232 * a.sqrt()).powi(3)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wilson_holds_the_share() {
        let (low, high) = wilson(95.0, 100.0);
        assert!((low - 0.8882).abs() < 0.001 && (high - 0.9785).abs() < 0.001, "{low} {high}");
        assert_eq!(wilson(0.0, 10.0).0, 0.0);
        assert!(wilson(0.0, 0.0) == (0.0, 1.0));
    }

    #[test]
    fn the_sequential_test_ends_on_both_sides() {
        let test = Sprt { elo0: 0.0, elo1: 50.0, error: 0.05 };
        let strong: Vec<f64> = (0..200).map(|i| if i % 4 == 0 { 0.5 } else { 1.0 }).collect();
        let weak: Vec<f64> = strong.iter().map(|x| 1.0 - x).collect();
        assert_eq!(test.answer(&strong), Sequential::Accepted);
        assert_eq!(test.answer(&weak), Sequential::Rejected);
        assert_eq!(test.answer(&[0.5, 1.0, 0.0]), Sequential::Open);
    }

    #[test]
    fn limits_of_chi_square_are_those_of_the_tables() {
        for (freedom, known) in [(1, 10.828), (5, 20.515), (9, 27.877), (19, 43.820)] {
            let found = chi_square_limit(freedom);
            assert!((found - known).abs() < 0.02 * known + 0.3, "{freedom}: {found}");
        }
    }
}
