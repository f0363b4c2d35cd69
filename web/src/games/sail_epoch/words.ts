/// What the signs of the text board mean.
export const legend =
  'FR first rate, GA galleon, FG frigate, BR brig with their numbers; # land, c coast, ~ harbour, x reef, $ goods, * own mine, @1 fort of player 1, rp1 royal port. Below: where each ship is and its strength now and at first.';
