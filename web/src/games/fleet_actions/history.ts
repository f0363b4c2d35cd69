/// What happened at each battle, and what each side is there to do: loaded with the page of a
/// scenario alone.
import { texts } from '../../text';

export const { tOr } = texts({
  'fa.story.evolutions':
    'A summer morning and two commodores who have the sea to themselves. Nobody will write about this day: the ships are invented, the forces equal, and there is just enough wind to do everything the book teaches. Blue begins upwind, five points away. Turn in succession and together, feel how much slower a close hauled line is, fire at all three ranges, and see what captains do who are asked to steer into an enemy.',
  'fa.task.evolutions.A':
    'You have the weather gauge: choose when to run down, and bring both Groups into range together.',
  'fa.task.evolutions.B':
    'You fire first at whoever comes down. Keep the line close, and make every point of the way cost them.',
  'fa.story.ortegal-1805':
    'Two weeks after Trafalgar the four ships of the van that had got away, under Dumanoir, met a squadron they took for another one. Strachan chased them through a night and a day; his frigates clung to the last ship and yawed to fire into her until the heavy ships came up. Dumanoir formed line and fought for some four hours. All four struck, and Trafalgar was complete.',
  'fa.task.ortegal-1805.A':
    'Catch them. Your frigates may slow the rear; your line must come up whole.',
  'fa.task.ortegal-1805.B':
    'Every few turns in which two of you still fight count. Stay together; a ship left behind is lost.',
  'fa.story.san-domingo-1806':
    'Leissègues had landed troops at San Domingo and was refitting when Duckworth came round the point. The French cut their cables and ran along the shore, the huge Impérial among them. Two British lines closed on either side within an hour and a half. Three ships struck, Impérial and Diomède were run ashore and burned.',
  'fa.task.san-domingo-1806.A':
    'Two lines against one: put the flagship between two fires before she gains speed.',
  'fa.task.san-domingo-1806.B':
    'You need four turns to gather way. Hold together, sell each ship dearly, and do not be doubled.',
  'fa.story.leghorn-1653':
    'Appleton lay with six ships in a neutral harbour, Badiley with another squadron off the island of Elba, and Van Galen’s sixteen between them. The plan was to join; but Appleton came out while Badiley was still to leeward. The Dutch turned on the nearer six and took or burned five. Van Galen, his leg shattered early, lived nine days longer.',
  'fa.task.leghorn-1653.A':
    'Join your squadrons before one of them is beaten. Appleton must last until Badiley has worked up.',
  'fa.task.leghorn-1653.B': 'Beat the small squadron first. You have the numbers, not the time.',
  'fa.story.lowestoft-1665':
    'Two fleets of a hundred sail had passed each other on opposite tacks since dawn when the centres locked. Obdam in the Eendracht sought out the Duke of York in the Royal Charles; a chain shot killed three courtiers beside the duke. In the afternoon the Eendracht blew up with nearly everybody aboard, and a fleet without an admiral broke. This is the duel of the two centres.',
  'fa.task.lowestoft-1665.A':
    'Break their centre. Time is on their side while nine of them still fight.',
  'fa.task.lowestoft-1665.B':
    'Stand: points come with every third turn. Your captains are bold, so close when it pays.',
  'fa.story.texel-1673':
    'De Ruyter had to keep an army of invasion off the coast of Holland with a smaller fleet. D’Estrées’ French van was drawn off to windward and never came back; Spragge left the line for his private war with Tromp and drowned between two of his flagships. So Rupert’s Red squadron faced De Ruyter and Banckert nearly alone. No ship of the line was lost, and nobody landed in Holland.',
  'fa.task.texel-1673.A':
    'Keep the Red squadron whole and strike where the Dutch are thin, before their rear comes up.',
  'fa.task.texel-1673.B':
    'Press the Red squadron with all you have: every second turn counts for you.',
  'fa.story.beachy-head-1690':
    'Ordered by his queen to fight against his judgement, Torrington bore down on Tourville with the Dutch under Evertsen in the van. The Dutch closed at once, as was their way; the English hung back, and the French head of the line reached past Evertsen and doubled on him. In the calm of the afternoon the Dutch dropped anchors with all sails set, and the ebb carried the French out of range.',
  'fa.task.beachy-head-1690.A':
    'You are doubled if you let their van pass you. Fight until the wind dies, and keep your ships afloat.',
  'fa.task.beachy-head-1690.B':
    'Reach past their head and put it between two fires before the calm comes in the sixteenth turn.',
  'fa.story.barfleur-1692':
    'Louis had ordered Tourville to fight at any odds, and the order that took it back came a day late. With forty-four ships he bore down on eighty-two, laid his flagship alongside Russell’s, and fought from the forenoon into the fog without losing one. The ships were lost in the days after, aground at Cherbourg and La Hougue. This is the fight of the two centres.',
  'fa.task.barfleur-1692.A': 'You are the stronger. Do not let them stand into the evening.',
  'fa.task.barfleur-1692.B':
    'Bold captains and an order to fight: hold ten ships in the line, and the day is yours by the clock.',
  'fa.story.toulon-1744':
    'A Spanish squadron shut up in Toulon came out with the French. Mathews saw them slipping away to the south, hauled down the signal for the line of battle too late, and bore down on the Spaniards with the few who understood him; Lestock, with whom he was not on speaking terms, obeyed the wrong flag with the rear. The Real Felipe was fought to a standstill and saved. Then came the courts-martial.',
  'fa.task.toulon-1744.A':
    'Your rear comes up slowly. Attack the Spanish end of the line, and do not wait for everybody.',
  'fa.task.toulon-1744.B':
    'Keep twenty ships in the fight and the day is drawn your way. The van is slow to turn back.',
  'fa.story.finisterre-1747':
    'L’Étenduère had eight ships of the line and two hundred and fifty merchantmen behind him when Hawke came up with fourteen. He sent the convoy on and lay across the way. Hawke threw away the line and ordered a general chase; ship after ship was surrounded. Six French ships struck, most of them with no masts standing, and the convoy was gone.',
  'fa.task.finisterre-1747.A':
    'Overwhelm them from the rear, one after the other, but lose few: you must keep seven fighting.',
  'fa.task.finisterre-1747.B':
    'Shield the convoy at a walk for twelve turns. Make them pay with spars and time.',
  'fa.story.quiberon-1759':
    'In a November gale, on a lee shore without pilots, Conflans ran for a bay full of rocks, certain that nobody would follow. Hawke followed under topsails with the reefs shaken out. Thésée went down through her open lower ports, Superbe after two broadsides, and in the morning the French flagship found herself at anchor among the enemy. Two British ships struck the rocks; the invasion of England was over.',
  'fa.task.quiberon-1759.A':
    'Chase. It gets dark early, and there are rocks on both hands: pick the shoals from the chart before you turn.',
  'fa.task.quiberon-1759.B':
    'You know the bay. Gain time: every five turns with eleven ships still fighting count.',
  'fa.story.ushant-1778':
    'After four days of manoeuvre in which d’Orvilliers kept the wind and refused, a shift brought the fleets together on opposite tacks. They passed within musket shot, each ship firing at each, and it was over in three hours. The French had aimed at the rigging and drew off in good order. Palliser did not bring the rear up again, Keppel said so, and a navy took sides for years.',
  'fa.task.ushant-1778.A':
    'A passing fight decides nothing. Turn after them before your line comes apart.',
  'fa.task.ushant-1778.B': 'Fire as they pass, keep your masts, and be gone while you are ahead.',
  'fa.story.dogger-bank-1781':
    'Hyde Parker with the Baltic convoy met Zoutman with another one, seven ships of the line against seven. Parker bore down without firing a shot until they lay side by side at pistol shot; then both fired for three and a half hours until hardly a sail could be set. The Holland sank in the night with her colours flying. Both countries celebrated.',
  'fa.task.dogger-bank-1781.A':
    'Seven against seven: bring your heavier ships against their lighter ones.',
  'fa.task.dogger-bank-1781.B':
    'Stand in line and shoot. Four ships that still fight count every third turn.',
  'fa.story.chesapeake-1781':
    'De Grasse’s ships came straggling out of the bay as the tide let them, short of men and hours apart. Graves ran down with nineteen ships, let them form, and then flew two signals that contradicted each other; Hood, in the rear, obeyed the one for the line and hardly fired. A few battered vans, and no ship taken. But the bay stayed French, and six weeks later Cornwallis gave up Yorktown.',
  'fa.task.chesapeake-1781.A':
    'Their van is out alone. Strike it before the rest has way; your own rear will not help you for eight turns.',
  'fa.task.chesapeake-1781.B':
    'Form. Each squadron comes up later than the one before it: keep the van alive until then.',
  'fa.story.saintes-1782':
    'Rodney and De Grasse were passing on opposite tacks in a light air between two islands when the wind came ahead for the French and their line opened. Formidable, Duke and Bedford steered through the gaps without anybody having planned it, and the French were three clumps with the enemy among them. De Grasse in the Ville de Paris, the finest ship afloat, struck at sunset with three men unhurt on her upper deck.',
  'fa.task.saintes-1782.A':
    'Wait for the shift of the wind in the fourth turn, and be near enough to go through when it comes.',
  'fa.task.saintes-1782.B':
    'Be past them, or close up, when the wind heads you in the fourth turn. A gap is an invitation.',
  'fa.story.negapatam-1782':
    'The third of the five battles in which Suffren tried to annihilate Hughes and Hughes declined. The British had the weather gauge and bore down in good order; after an hour and a half a squall from the sea took both lines aback, ships turned to both hands, and four Frenchmen lay in the middle of the enemy. Darkness and the shore parted them. Neither admiral thought that he had lost.',
  'fa.task.negapatam-1782.A':
    'The wind is yours until the tenth turn. Make use of it before it shifts.',
  'fa.task.negapatam-1782.B':
    'Hold the line until the wind shifts in the tenth turn. Then theirs is the one in confusion.',
  'fa.story.first-of-june-1794':
    'Howe, at sixty-eight, had spent four days on deck working for the wind. He had it, put up his signal book, and ordered every ship to steer for her opposite number, go through the line and engage from leeward. Seven did. Queen Charlotte’s broadside through the stern of the Montagne killed or wounded three hundred. Six prizes, and the Vengeur sank; but the grain that Villaret was covering came safe to Brest.',
  'fa.task.first-of-june-1794.A':
    'Go through. A ship on the other side of their line keeps them from running.',
  'fa.task.first-of-june-1794.B':
    'Close the gaps, and fire as they come on: they cannot answer until they are among you.',
  'fa.story.st-vincent-1797':
    'In a thinning haze Jervis counted twenty-seven Spanish ships of the line to his fifteen, and said that he would go through them if there were fifty. His line drove between their halves. When the larger half tried to pass round his rear, Nelson wore the Captain out of the line, against all orders, and lay across its way. He took one ship over the deck of another.',
  'fa.task.st-vincent-1797.A':
    'Keep the two halves apart, and take what you can: their crews are half landsmen.',
  'fa.task.st-vincent-1797.B':
    'Join the halves. While eighteen of you are fighting, every third turn counts.',
  'fa.story.camperdown-1797':
    'Duncan had kept his blockade through a mutiny with two ships and invented signals. Now De Winter was out, with shoals an hour to leeward. Duncan threw away his line and went down in two disorderly crowds to get between the Dutch and their land. They fired into hulls as the British did, and nobody struck lightly. Nine of the line were taken, not one of them fit to be used.',
  'fa.task.camperdown-1797.A':
    'Get between them and the shallows, and do not run aground yourself.',
  'fa.task.camperdown-1797.B':
    'The shoals are your friends. Nine ships that fight every fourth turn are worth points.',
  'fa.story.trafalgar-1805':
    'Nelson had told his captains over dinner what he meant to do: two columns, the enemy’s line cut in two places, the van left sailing on alone. In a breath of wind it took six hours to get there, the last of them under fire that could not be answered. Collingwood broke in first. Eighteen of thirty-three were taken or destroyed, and not one British ship; but the man who had planned it was dead by half past four.',
  'fa.task.trafalgar-1805.A':
    'Two columns, bold captains and a heavy swell: cut off the centre and rear while their van cannot turn.',
  'fa.task.trafalgar-1805.B':
    'You start with points. Make the heads of the columns suffer, and bring the van round after its five idle turns.',
  'fa.story.ushant-approach':
    'Before the battle of Ushant lay four days of looking for it. Keppel had to force a fight from leeward; d’Orvilliers was to keep the sea and not to risk his fleet. On the chart each turn is most of an hour and the wind may change: work up to windward, cut off a corner, wait for a shift. Where the fleets meet, the sea of points begins.',
  'fa.task.ushant-approach.A':
    'Bring them to battle before night. Every mile to windward is worth two.',
  'fa.task.ushant-approach.B': 'Choose your ground, or refuse it. Who has the wind may wait.',
  'fa.story.chesapeake-approach':
    'Graves came down with a fair wind at eleven in the morning and saw a fleet at anchor that had to come out of a narrow entrance against the flood. He could have gone for the first ships clear of the cape. He formed a line instead. Decide for yourself, on a chart of sea miles, how much order an hour is worth.',
  'fa.task.chesapeake-approach.A':
    'Attack the head of the column before the rest is clear, or wait for a regular line.',
  'fa.task.chesapeake-approach.B': 'Get all squadrons clear of the capes, and meet them formed.',
  'fa.story.trafalgar-approach':
    'Half past six, nine miles apart, and just enough wind to move. Villeneuve has gone about towards Cádiz and his line has become a crescent. Nelson’s plan says two columns; nothing says where. On the chart you decide how many, where they go in, and which part of the enemy will be too late.',
  'fa.task.trafalgar-approach.A':
    'How many columns, and where? You have daylight until a quarter to six, and hardly any wind.',
  'fa.task.trafalgar-approach.B':
    'Cádiz is near. Close the line, and face them with as much of it as you can.',
} as const);
