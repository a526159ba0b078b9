import { jobHandlers } from '../jobs.ts'
import { workOff } from '../testing/test-work.ts'
import type { World } from '../testing/test-world.ts'

export const work = (world: World): Promise<void> => workOff(world, jobHandlers(world.services))
