//! Fairness of the derived dice: a million rolls of each kind.

use admiralty_core::{Die, Key, Salt, derive_roll};

const ROLLS: u64 = 1_000_000;

/// Computed by docs/verify_dice.py.
const COMMITMENT: &str = "ff9bd2333cf31e55cb580bb36845731afdf3487af50bc36e7383dd0ac624034a";
const ROLLED: [u16; 5] = [6, 2, 4, 10, 44];

fn counts(faces: u16) -> Vec<u64> {
    let key = Key([faces as u8 ^ 0x5a; 32]);
    let salts = [Salt::new("tide").expect("a salt"), Salt::default()];
    let mut counts = vec![0; usize::from(faces)];
    for index in 0..ROLLS {
        let roll = derive_roll(&key, "fairness", &salts, index, Die(faces));
        counts[usize::from(roll) - 1] += 1;
    }
    counts
}

/// `limit` is the value that chi-square with this many degrees of freedom
/// exceeds once in a thousand times.
fn is_fair(faces: u16, limit: f64) {
    let counts = counts(faces);
    let each = ROLLS as f64 / f64::from(faces);
    let chi: f64 = counts.iter().map(|&count| (count as f64 - each).powi(2) / each).sum();
    assert!(chi < limit, "d{faces}: chi-square {chi:.1}, limit {limit}");
    // Too even would be as suspicious as too uneven.
    assert!(chi > 0.0, "d{faces}: no scatter at all");
}

#[test]
fn two_faces() {
    is_fair(2, 10.83);
}

#[test]
fn six_faces() {
    is_fair(6, 20.52);
}

#[test]
fn ten_faces() {
    is_fair(10, 27.88);
}

#[test]
fn twenty_faces() {
    is_fair(20, 43.82);
}

#[test]
fn seven_hundred_and_twenty_faces() {
    is_fair(720, 842.3);
}

/// A roll hangs on every argument.
#[test]
fn every_argument_counts() {
    let key = Key([7; 32]);
    let salts = |one: &str, two: &str| [one, two].map(|salt| Salt::new(salt).expect("a salt"));
    let rolls = |key: &Key, id: &str, salts: &[Salt], from: u64, faces: u16| -> Vec<u16> {
        (from..from + 32).map(|i| derive_roll(key, id, salts, i, Die(faces))).collect()
    };
    let base = rolls(&key, "g", &salts("a", "b"), 0, 720);
    for byte in 0..32 {
        for bit in 0..8 {
            let mut other = key.clone();
            other.0[byte] ^= 1 << bit;
            assert_ne!(rolls(&other, "g", &salts("a", "b"), 0, 720), base);
            assert_ne!(other.commitment(), key.commitment());
        }
    }
    assert_ne!(rolls(&key, "h", &salts("a", "b"), 0, 720), base, "the id");
    assert_ne!(rolls(&key, "g", &salts("b", "a"), 0, 720), base, "the order of salts");
    assert_ne!(rolls(&key, "g", &salts("ab", ""), 0, 720), base, "where a salt ends");
    assert_ne!(rolls(&key, "g", &salts("a", "b"), 1, 720), base, "the index");
    assert_ne!(rolls(&key, "g", &salts("a", "b"), 0, 719), base, "the faces");
}

/// The examples a stranger can try docs/dice.md on.
#[test]
fn known_rolls() {
    let key = Key::from_hex(&"0123456789abcdef".repeat(4)).expect("64 digits");
    let salts = [Salt::new("tide").expect("a salt"), Salt::new("7-seas").expect("a salt")];
    let rolls: Vec<u16> = [6, 6, 10, 20, 720]
        .into_iter()
        .zip(0..)
        .map(|(faces, index)| derive_roll(&key, "q7w2", &salts, index, Die(faces)))
        .collect();
    assert_eq!((key.commitment().hex().as_str(), rolls), (COMMITMENT, ROLLED.to_vec()));
}
