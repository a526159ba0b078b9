import { type KeyboardEvent, type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { t } from '../i18n/messages.ts'
import { VisuallyHidden } from '../VisuallyHidden/VisuallyHidden.tsx'
import css from './Tabs.module.css'

export interface Tab<T extends string = string> {
  id: T
  label: ReactNode
  /** Part of the tab's accessible name, shown as a badge. */
  count?: number | undefined
}

interface TabsProps<T extends string> {
  label: string
  tabs: readonly Tab<T>[]
  value: T
  onChange: (id: T) => void
  /** The panel of the chosen tab. */
  children: ReactNode
}

/** Tabs by the ARIA pattern: arrow keys move between them, and each panel keeps its scroll position. */
export function Tabs<T extends string>({ label, tabs, value, onChange, children }: TabsProps<T>) {
  const id = useId()
  const scrollPositions = useRef(new Map<T, number>())
  useLayoutEffect(() => {
    const scrollPosition = scrollPositions.current.get(value)
    if (scrollPosition !== undefined) scrollTo(0, scrollPosition)
  }, [value])

  function choose(next: T): void {
    scrollPositions.current.set(value, scrollY)
    onChange(next)
    document.getElementById(`${id}-${next}`)?.focus({ preventScroll: true })
  }
  function onKeyDown(event: KeyboardEvent): void {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    const at = tabs.findIndex((tab) => tab.id === value)
    const next = step && tabs[(at + step + tabs.length) % tabs.length]
    if (next) choose(next.id)
  }
  return (
    <div className={css.tabs}>
      <div className={css.list} role="tablist" aria-label={label} onKeyDown={onKeyDown}>
        {tabs.map((tab) => (
          <button
            key={tab.id}
            type="button"
            role="tab"
            id={`${id}-${tab.id}`}
            className={css.tab}
            aria-selected={tab.id === value}
            aria-controls={`${id}-panel`}
            tabIndex={tab.id === value ? 0 : -1}
            onClick={() => choose(tab.id)}
          >
            {tab.label}
            <Badge count={tab.count} />
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${value}`}>
        {children}
      </div>
    </div>
  )
}

function Badge({ count }: { count: number | undefined }) {
  if (!count) return null
  return (
    <span className={css.badge}>
      <span aria-hidden="true">{count}</span>
      <VisuallyHidden>({t('ui.tabs.count', { count })})</VisuallyHidden>
    </span>
  )
}
