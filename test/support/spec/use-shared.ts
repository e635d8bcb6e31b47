import { requireShared } from './shared.ts'

/** Global setup of `npm run test:spec`: one clear sentence instead of a failure in every file. */
export default requireShared
