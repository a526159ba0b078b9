import { part } from '@cuida/ui/lazy/part.ts'
import { pick, type Screen } from './route.ts'
import type { RouteName } from './routes.ts'

/** Where people come in. */
const NEAR = {
  welcome: pick('WelcomeScreen', () => import('./access/sign-in/WelcomeScreen.tsx')),
  home: pick('HomeScreen', () => import('./catalogue/HomeScreen.tsx')),
}

/** Which file each other screen is in. */
const ofFurther = () => import('./further-screens.ts')
/** The same, for who wants it ahead of the first of them. */
export const further = part(ofFurther)

/** Tried again by who asks for it (kit/screens.tsx). */
export async function screenOf(name: RouteName): Promise<Screen> {
  if (name === 'welcome' || name === 'home') return NEAR[name]()
  const { furtherScreens } = await ofFurther()
  return furtherScreens[name]()
}
