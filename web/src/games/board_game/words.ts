/// What the signs of the text board mean.
export const legend =
  'S1^ unit of South heading up the board, N1v of North; _ under water, % smoke, ## island, == sand bank, ~ shallows, * fog. SP structure points, ARM armour, MV movement, TORP torpedoes.';
