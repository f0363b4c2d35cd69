/// Texts of answers given in advance, which are loaded when they are asked for.
import { texts } from '.';

export const { en, t } = texts({
  'answers.title': 'Answers in advance',
  'answers.hint':
    'Whenever you are asked this again, this is your answer, if the rules let it be. It is given after some minutes, as if you had looked in; nobody learns that you wrote it down.',
  'answers.asked': 'When I am asked',
  'answers.action': 'I answer',
  'answers.add': 'Answer so from now on',
  'answers.notAsked': 'You are asked nothing just now.',
  'answers.none': 'You have none at this table.',
  'answers.remove': 'Remove',
  'answers.removeFor': 'Remove: {action}',
  'answers.dropped': 'Dropped: {why}',
  'answers.close': 'Close',
});
