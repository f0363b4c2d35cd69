/// Setting up a position of Sail Epoch.
import { byCode } from '../positions';

export default byCode('ships', 'space', { owner: 'P1', bow: 'N' });
