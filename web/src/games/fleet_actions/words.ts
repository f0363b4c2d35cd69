/// What the signs of the text board mean.
export const legend =
  'A1↗2 two ships of squadron A1 and their heading; ! in close action, + more units there, × struck, ¤ prize, ### land, ~~~ shoal. Below: ships with their strength now and at first, * flagship.';
