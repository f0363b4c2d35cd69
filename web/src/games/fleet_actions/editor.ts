/// Setting up a position of Fleet Actions.
import { byCode } from '../positions';

export default byCode('ships', 'at', { heading: 'N', rank: 0 });
