import { Avatar } from '@cuida/ui/Avatar/Avatar.tsx'
import { IconButton } from '@cuida/ui/Button/Button.tsx'
import { Icon, type IconName } from '@cuida/ui/Icon/Icon.tsx'
import { t } from '@cuida/ui/i18n/messages.ts'
import { VisuallyHidden } from '@cuida/ui/VisuallyHidden/VisuallyHidden.tsx'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Link } from 'wouter'
import { OwnSessions } from './access/session/OwnSessions.tsx'
import { LanguageSelect } from './kit/page/LanguageSelect.tsx'
import type { Page } from './kit/page/page.ts'
import { useIsWide } from './kit/page/use-is-wide.ts'
import { usePartner } from './kit/partner.ts'
import { useStaff } from './kit/session.ts'
import { PAGES } from './pages.tsx'
import css from './Sidebar.module.css'

interface SidebarProps {
  /** The current page; undefined for the queue. */
  currentPage: Page | undefined
  /** A clinician with open consultations is asked to confirm first. */
  onSignOut: () => void
  /** Controls for the notification settings of the signed-in person. */
  notificationSettings: ReactNode
  children?: ReactNode
}

/**
 * Partner, pages, signed-in person, language and sign-out. `children` shows that person's availability beside the
 * name.
 */
export function Sidebar({ currentPage, onSignOut, notificationSettings, children }: SidebarProps) {
  const partner = usePartner()
  const [isLooking, setLooking] = useState(false)
  const { data: staff } = useStaff()
  const isManager = staff?.role.includes('clinical-manager') ?? false
  const isColumn = useIsWide(900)
  const hasRoomForFewPages = useIsWide(600)
  // When the page links wrap below the other controls, they come last in the DOM too: tab order follows visual order.
  const arePagesLast = !isColumn && (isManager || !hasRoomForFewPages)
  const pages = staff && <Pages currentPage={currentPage} isManager={isManager} />
  return (
    <header className={css.sidebar}>
      <div className={css.partner}>
        <img src="/uploads/favicon.svg" alt="" width={40} height={40} />
        <span>{partner?.partnerName}</span>
      </div>
      {/* On rotation only the list of pages moves in the document: a dialog opens beside it, and moving an open
         dialog in the DOM closes it. */}
      {!arePagesLast && pages}
      <div className={css.end}>
        <LanguageSelect />
        {staff?.clinicianId && children}
        {staff && <Me name={staff.name} photo={staff.photoUrl} onLook={() => setLooking(true)} />}
        <IconButton
          icon="logout"
          label={t('desk.sidebar.signOut')}
          title={t('desk.sidebar.signOut')}
          onClick={onSignOut}
        />
      </div>
      {arePagesLast && pages}
      {isLooking && <OwnSessions notificationSettings={notificationSettings} onClose={() => setLooking(false)} />}
    </header>
  )
}

/** Shows the signed-in person and opens the list of their sessions. */
const Me = ({ name, photo, onLook }: { name: string; photo: string | null; onLook: () => void }) => (
  <button type="button" className={css.me} title={t('desk.session.mine')} aria-haspopup="dialog" onClick={onLook}>
    <Avatar name={name} photo={photo} size={40} />
    <span className={css.name}>
      {t('desk.sidebar.signedInAs', { name })}. {t('desk.session.mine')}
    </span>
  </button>
)

function Pages({ currentPage, isManager }: { currentPage: Page | undefined; isManager: boolean }) {
  return (
    <nav className={css.pages} aria-label={t('desk.sidebar.pages')}>
      <Entry href="/" icon="clock" name={t('desk.queue.title')} isHere={currentPage === undefined} />
      {PAGES.filter(({ managers }) => isManager || !managers).map((page) => (
        <Counted key={page.lists[0]} page={page} isHere={page === currentPage} />
      ))}
    </nav>
  )
}

/** A link to a page with the number of items that wait there. */
function Counted({ page, isHere }: { page: Page; isHere: boolean }) {
  const { lists, icon, title, useWaiting = useNobody } = page
  return <Entry href={`/${lists[0]}`} icon={icon} name={title()} isHere={isHere} waiting={useWaiting()} />
}

const useNobody = (): number => 0

interface EntryProps {
  href: string
  icon: IconName
  name: string
  isHere: boolean
  waiting?: number
}

function Entry({ href, icon, name, isHere, waiting = 0 }: EntryProps) {
  const link = useRef<HTMLAnchorElement>(null)
  // Where the list of pages scrolls, the current page stays in view, also when the list becomes narrower.
  useEffect(() => {
    const own = link.current
    const sidebar = own?.parentElement
    if (!isHere || !sidebar) return
    const room = new ResizeObserver(() => own.scrollIntoView({ block: 'nearest', inline: 'nearest' }))
    room.observe(sidebar)
    return () => room.disconnect()
  }, [isHere])
  return (
    <Link ref={link} href={href} className={css.page} aria-current={isHere ? 'page' : undefined}>
      <Icon name={icon} />
      <span>{name}</span>
      {waiting > 0 && (
        <span className={css.waiting}>
          <span aria-hidden="true">{waiting}</span>
          <VisuallyHidden>{t('desk.sidebar.waiting', { count: waiting })}</VisuallyHidden>
        </span>
      )}
    </Link>
  )
}
