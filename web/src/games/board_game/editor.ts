/// Setting up a position of a battle.
import { byCode } from '../positions';

export default byCode('units', 'at', { card: '', heading: 'N' });
