//! The entries that count at a kept position, packed.

use super::Live;
use admiralty_core::UndoBar;

/// A letter has seven bits; the eighth says that its side keeps the entry to itself.
const KEPT: u8 = 0x80;

/// Packs the entries that count, eight bytes each.
pub(super) fn pack_live(live: &[Live]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(8 * live.len());
    for entry in live {
        bytes.extend(entry.line.to_le_bytes());
        bytes.extend(entry.seen.to_le_bytes());
        // A zero here is of an older server, which did not write it down.
        bytes.push((entry.by + 3) as u8);
        bytes.push(
            entry.bar.map_or(0, |bar| bar.letter() as u8) | if entry.kept { KEPT } else { 0 },
        );
    }
    bytes
}

pub(super) fn unpack_live(bytes: &[u8]) -> Vec<Live> {
    let entry = |b: &[u8]| Live {
        line: u32::from_le_bytes([b[0], b[1], b[2], b[3]]),
        seen: u16::from_le_bytes([b[4], b[5]]),
        by: b[6] as i8 - 3,
        bar: UndoBar::from_letter(char::from(b[7] & !KEPT)),
        kept: b[7] & KEPT != 0,
    };
    bytes.chunks_exact(8).map(entry).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_are_packed_and_unpacked() {
        let live = [
            Live { line: 1, seen: 7, by: 0, bar: None, kept: true },
            Live { line: 70_000, seen: 0x3fff, by: 12, bar: Some(UndoBar::Rolled), kept: true },
            Live { line: 70_001, seen: 1, by: -2, bar: Some(UndoBar::NotASeat), kept: false },
        ];
        assert_eq!(unpack_live(&pack_live(&live)), live);
        let old = [5, 0, 0, 0, 3, 0, 0, 0];
        assert_eq!(unpack_live(&old), [Live { line: 5, seen: 3, by: -3, bar: None, kept: false }]);
    }
}
