import { createContext, type ReactNode, useContext } from 'react'

/** What the app puts around every screen. */
export interface Frame {
  /** Shown as "<"; without it the logo stands there. */
  back?: (() => void) | undefined
  logo?: ReactNode
  /** "Ayuda", always right. */
  onHelp?: (() => void) | undefined
  /** Only on the four roots. */
  tabBar?: ReactNode
}

const FrameContext = createContext<Frame>({})

export function FrameProvider({ frame, children }: { frame: Frame; children: ReactNode }) {
  return <FrameContext value={frame}>{children}</FrameContext>
}

export const useFrame = (): Frame => useContext(FrameContext)
