import { jobHandlers } from '../jobs.ts'
import type { TestContext } from '../testing/test-context.ts'
import { workOff } from '../testing/test-work.ts'

export const runSubscriptionJobs = (context: TestContext): Promise<void> =>
  workOff(context, jobHandlers(context.services))
