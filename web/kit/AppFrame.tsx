import { FrameProvider } from '@cuida/ui/Screen/frame.tsx'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { type Route, type RouteName, routes } from '../routes.ts'
import { Brand } from './Brand.tsx'
import { backOf } from './back.ts'
import { Tabs } from './Tabs.tsx'

const HelpSheet = lazy(() => import('./HelpSheet.tsx').then((module) => ({ default: module.HelpSheet })))

/** What stands around every screen: back or logo, help at the right, and the tabs on the four roots. */
export function AppFrame({
  name,
  params,
  children,
}: {
  name: RouteName
  params: Record<string, string>
  children: ReactNode
}) {
  const [helping, setHelping] = useState(false)
  const { root, tab }: Route = routes[name]
  const back = backOf(name, params)
  const frame = {
    back,
    logo: back ? undefined : <Brand />,
    onHelp: () => setHelping(true),
    tabBar: root ? <Tabs current={tab} /> : undefined,
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
