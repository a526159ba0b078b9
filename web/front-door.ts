import { deferred } from '@cuida/ui/lazy/deferred.tsx'
import { lazyModule } from '@cuida/ui/lazy/lazy-module.ts'
import { readInitialState } from './kit/content/initial-state.ts'
import { withMessages } from './kit/content/messages.ts'

/** Leaves the first seconds of a prerendered page to the phone field. */
const DELAY_MS = 2_500

const load = withMessages(() => import('./catalogue/front-door/FrontDoor.tsx'))

/** The part of Welcome below the form. */
export const frontDoor = deferred(
  lazyModule(async () => (await load()).FrontDoor),
  () => (readInitialState().prerendered ? DELAY_MS : 0),
)
