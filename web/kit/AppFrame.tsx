import { FrameProvider } from '@cuida/ui/Screen/frame.tsx'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { type Route, routes } from '../routes.ts'
import { Brand, WayHome } from './Brand.tsx'
import { backOf } from './back.ts'
import type { Match } from './match.ts'

const HelpSheet = lazy(() => import('./HelpSheet.tsx').then((module) => ({ default: module.HelpSheet })))

/** What stands around every screen: back or logo, help at the right, and the tabs where there are any. */
export function AppFrame({ match, tabBar, children }: { match: Match; tabBar?: ReactNode; children: ReactNode }) {
  const [helping, setHelping] = useState(false)
  const back = backOf(match.name, match.params)
  const { root }: Route = routes[match.name]
  const frame = {
    back,
    logo: back ? undefined : root ? <WayHome /> : <Brand />,
    onHelp: () => setHelping(true),
    tabBar,
  }
  return (
    <FrameProvider frame={frame}>
      {children}
      {helping && (
        <Suspense>
          <HelpSheet onClose={() => setHelping(false)} />
        </Suspense>
      )}
    </FrameProvider>
  )
}
