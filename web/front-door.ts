import { currentLocale } from '@cuida/ui/i18n/messages.ts'
import { deferred } from '@cuida/ui/lazy/deferred.tsx'
import { lazyModule } from '@cuida/ui/lazy/lazy-module.ts'
import { readInitialState } from './kit/content/initial-state.ts'
import { loadAllMessages } from './kit/content/messages.ts'

/** Leaves the first seconds of a prerendered page to the phone field. */
const DELAY_MS = 2_500

/** The part of Welcome below the form. */
export const frontDoor = deferred(
  lazyModule(async () => {
    const [module] = await Promise.all([
      import('./catalogue/front-door/FrontDoor.tsx'),
      loadAllMessages(currentLocale()).catch(() => {}),
    ])
    return module.FrontDoor
  }),
  () => (readInitialState().prerendered ? DELAY_MS : 0),
)
