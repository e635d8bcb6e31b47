import { describePairs } from './pairs/describe-pairs.ts'
import { makePairs } from './pairs/make-pairs.ts'

describePairs({
  'hotels in other cities': [1, 2, 3].flatMap((seed) => makePairs(seed)),
  'more hotels in other cities': [1, 2, 3].flatMap((seed) => makePairs(seed, 'more-hotels.txt')),
  'a third list': [1, 2, 3].flatMap((seed) => makePairs(seed, 'third-hotels.txt')),
  'a fourth list': [1, 2, 3].flatMap((seed) => makePairs(seed, 'fourth-hotels.txt')),
  'a fifth list': [1, 2, 3].flatMap((seed) => makePairs(seed, 'fifth-hotels.txt')),
})
