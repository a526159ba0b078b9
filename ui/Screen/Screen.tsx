import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Icon } from '../Icon/Icon.tsx'
import { t } from '../i18n/messages.ts'
import { usePressableBack } from './back.ts'
import { useTitle } from './document-title.ts'
import { useFrame } from './frame.tsx'
import css from './Screen.module.css'

interface ScreenProps {
  /** The h1 and the document title. */
  title: string
  /** Replaces the title in the h1 when it is more than text. */
  heading?: ReactNode
  /** Below the h1: the purpose of the screen. */
  lead?: ReactNode
  /**
   * In the middle of the header, such as "Pregunta 3 de 8" or "Guardada 7 min más". Without it the title appears
   * there on scroll.
   */
  status?: ReactNode
  progress?: { at: number; of: number }
  /** A fixed line below the header with the person that the screen is about, when it is not the user. */
  identity?: ReactNode
  /** Replaces the app's "back"; false hides it. */
  onBack?: (() => void) | false
  /** The main action, in a bar at the bottom. */
  action?: ReactNode
  /**
   * A new value means that the same screen shows new content, such as the next question: the focus moves to the
   * heading.
   */
  arrival?: string | number
  children?: ReactNode
}

/** The frame of every patient screen: header, one column and the action bar. */
export function Screen(props: ScreenProps) {
  const { title, heading, lead, status, progress, identity, onBack, action, arrival, children } = props
  const { tabBar } = useFrame()
  const column = useRef<HTMLDivElement>(null)
  const h1 = useRef<HTMLHeadingElement>(null)
  const passed = usePassed(h1)
  useTitle(title)
  useArrival(column, h1, arrival)
  return (
    <div className={css.screen} data-tabs={tabBar ? '' : undefined}>
      <Header status={status ?? (passed && <span aria-hidden="true">{title}</span>)} onBack={onBack}>
        {identity && <div className={css.identity}>{identity}</div>}
      </Header>
      {progress && <ProgressBar {...progress} />}
      <main className={css.main}>
        <div className={css.column} ref={column}>
          <div className={css.opening}>
            <h1 ref={h1} tabIndex={-1}>
              {heading || title}
            </h1>
            {lead && <div className={css.lead}>{lead}</div>}
          </div>
          {children}
        </div>
        {action && <ActionBar>{action}</ActionBar>}
      </main>
      {tabBar}
    </div>
  )
}

/** The frame of a screen whose code is loading or failed to load. */
export function LoadingScreen({ children }: { children: ReactNode }) {
  const { tabBar } = useFrame()
  return (
    <div className={css.screen} data-tabs={tabBar ? '' : undefined}>
      <Header />
      <main className={css.main}>
        <div className={css.column}>{children}</div>
      </main>
      {tabBar}
    </div>
  )
}

/** Sticks to the bottom of the viewport, unless large letters make it so high that it would cover the content. */
function ActionBar({ children }: { children: ReactNode }) {
  const bar = useRef<HTMLDivElement>(null)
  const isTall = useTallerThan(bar, 0.3)
  usePublishedHeight(bar, !isTall)
  return (
    <div className={css.actionBar} ref={bar} data-tall={isTall || undefined}>
      <div className={css.inner}>{children}</div>
    </div>
  )
}

/** Whether an element is taller than a share of the viewport. */
function useTallerThan(element: RefObject<HTMLElement | null>, share: number): boolean {
  const [isTaller, setTaller] = useState(false)
  useEffect(() => {
    const node = element.current
    if (!node) return
    const measure = () => setTaller(node.offsetHeight > innerHeight * share)
    const observer = new ResizeObserver(measure)
    observer.observe(node)
    addEventListener('resize', measure)
    return () => {
      observer.disconnect()
      removeEventListener('resize', measure)
    }
  }, [element, share])
  return isTaller
}

/** The height of a bar that sticks to the bottom, for what lies above it (web/brand/overlay.css). */
function usePublishedHeight(bar: RefObject<HTMLElement | null>, isSticky: boolean): void {
  useLayoutEffect(() => {
    const node = bar.current
    if (!node || !isSticky) return
    const root = document.documentElement.style
    const observer = new ResizeObserver(() => root.setProperty('--action-bar', `${node.offsetHeight}px`))
    observer.observe(node)
    return () => {
      observer.disconnect()
      root.removeProperty('--action-bar')
    }
  }, [bar, isSticky])
}

interface HeaderProps {
  status?: ReactNode
  onBack?: ScreenProps['onBack']
  children?: ReactNode
}

function Header({ status, onBack, children }: HeaderProps) {
  const frame = useFrame()
  const back = onBack === false ? undefined : (onBack ?? frame.back)
  usePressableBack(back)
  const header = useRef<HTMLElement>(null)
  const isTall = useTallerThan(header, 0.2)
  return (
    <header className={css.header} ref={header} data-tall={isTall || undefined}>
      <div className={css.headerInner}>
        <div className={css.start}>
          {back ? (
            <button type="button" className={css.back} aria-label={t('ui.back')} onClick={back}>
              <Icon name="back" />
            </button>
          ) : (
            frame.logo
          )}
        </div>
        <div className={css.status}>{status}</div>
        <div>
          {frame.onHelp && (
            <button type="button" className={css.help} onClick={frame.onHelp}>
              <Icon name="help" size={20} />
              {t('ui.help')}
            </button>
          )}
        </div>
      </div>
      {children}
    </header>
  )
}

/** Whether an element has scrolled out at the top, behind the header. */
function usePassed(element: RefObject<HTMLElement | null>): boolean {
  const [passed, setPassed] = useState(false)
  useEffect(() => {
    if (!element.current) return
    const observer = new IntersectionObserver(
      ([entry]) => entry && setPassed(!entry.isIntersecting && entry.boundingClientRect.top < 0),
      { rootMargin: '-56px 0px 0px' },
    )
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element])
  return passed
}

/** The progress through the questions as a horizontal timeline; the text is in the header. */
function ProgressBar({ at, of }: { at: number; of: number }) {
  return (
    <div className={css.bar} aria-hidden="true">
      <span style={{ '--done': at / of }} />
    </div>
  )
}

/** On a page load the reader starts at the top, where the browser puts the focus. */
let first = true
let returning = false
if (typeof window !== 'undefined') addEventListener('popstate', () => (returning = true))

/**
 * A new screen scrolls to its top and focuses its heading. On back navigation the browser restores the scroll
 * position. A new `key` on the same screen (the next question) counts as a new screen.
 */
function useArrival(screen: RefObject<HTMLElement | null>, heading: RefObject<HTMLElement | null>, key: unknown) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: an arrival is a mount or another key
  useLayoutEffect(() => {
    if (first || !screen.current) return
    screen.current.dataset.arrives = returning ? 'back' : 'forward'
    if (!returning) scrollTo(0, 0)
  }, [key])
  // biome-ignore lint/correctness/useExhaustiveDependencies: as above
  useEffect(() => {
    if (!first) heading.current?.focus({ preventScroll: true })
    first = false
    returning = false
  }, [key])
}
