import { jobHandlers } from '../jobs.ts'
import type { TestContext } from '../testing/test-context.ts'
import { runDueJobs } from '../testing/test-jobs.ts'

export const runSubscriptionJobs = (context: TestContext): Promise<void> =>
  runDueJobs(context, jobHandlers(context.services))
