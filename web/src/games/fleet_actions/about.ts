/// What New game says of the battles: about how long each takes, from its turns in our own simulation
/// and the ships that are led.
import type { About } from '../game';

const about: About = {
  minutes: {
    evolutions: [15, 25],
    'ortegal-1805': [15, 30],
    'san-domingo-1806': [20, 40],
    'leghorn-1653': [30, 55],
    'lowestoft-1665': [25, 40],
    'texel-1673': [25, 45],
    'beachy-head-1690': [40, 70],
    'barfleur-1692': [30, 55],
    'toulon-1744': [30, 55],
    'finisterre-1747': [35, 60],
    'quiberon-1759': [55, 90],
    'ushant-1778': [85, 150],
    'dogger-bank-1781': [20, 35],
    'chesapeake-1781': [30, 50],
    'saintes-1782': [55, 95],
    'negapatam-1782': [30, 55],
    'first-of-june-1794': [75, 135],
    'st-vincent-1797': [35, 60],
    'camperdown-1797': [35, 65],
    'trafalgar-1805': [45, 75],
    'ushant-approach': [65, 110],
    'chesapeake-approach': [45, 80],
    'trafalgar-approach': [50, 85],
  },
};
export default about;
