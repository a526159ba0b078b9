import { createContext, type ReactNode, useContext } from 'react'

/** What the app renders around every screen. */
export interface Frame {
  /** Shown as "<"; without it the logo shows instead. */
  back?: (() => void) | undefined
  logo?: ReactNode
  /** The "Ayuda" button, always on the right. */
  onHelp?: (() => void) | undefined
  /** Only on the four root screens. */
  tabBar?: ReactNode
}

const FrameContext = createContext<Frame>({})

export function FrameProvider({ frame, children }: { frame: Frame; children: ReactNode }) {
  return <FrameContext value={frame}>{children}</FrameContext>
}

export const useFrame = (): Frame => useContext(FrameContext)
