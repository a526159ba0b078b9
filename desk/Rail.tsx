import { Avatar } from '@cuida/ui/Avatar/Avatar.tsx'
import { IconButton } from '@cuida/ui/Button/Button.tsx'
import { Icon, type IconName } from '@cuida/ui/Icon/Icon.tsx'
import { t } from '@cuida/ui/i18n/messages.ts'
import { VisuallyHidden } from '@cuida/ui/VisuallyHidden/VisuallyHidden.tsx'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Link } from 'wouter'
import { OwnSessions } from './access/session/OwnSessions.tsx'
import { usePartner } from './kit/partner.ts'
import { LanguageSelect } from './kit/place/LanguageSelect.tsx'
import type { Place } from './kit/place/place.ts'
import { useIsWide } from './kit/place/use-is-wide.ts'
import { useStaff } from './kit/session.ts'
import { PLACES } from './places.tsx'
import css from './Rail.module.css'

interface RailProps {
  /** Where the address leads; undefined: to the queue. */
  here: Place | undefined
  /** Whoever holds patients is asked first. */
  onSignOut: () => void
  /** How whoever works here wants to be told of things. */
  news: ReactNode
  children?: ReactNode
}

/** Whose desk it is, its places, who works at it, in which language, and the way out. `children`: how who works stands, beside their name. */
export function Rail({ here, onSignOut, news, children }: RailProps) {
  const partner = usePartner()
  const [isLooking, setLooking] = useState(false)
  const { data: staff } = useStaff()
  const isManager = staff?.role.includes('clinical-manager') ?? false
  const isColumn = useIsWide(900)
  const holdsFewPlaces = useIsWide(600)
  // Places that have a line of their own stand below the rest: whoever goes with Tab meets them there.
  const arePlacesLast = !isColumn && (isManager || !holdsFewPlaces)
  const places = staff && <Places here={here} isManager={isManager} />
  return (
    <header className={css.rail}>
      <div className={css.partner}>
        <img src="/uploads/favicon.svg" alt="" width={40} height={40} />
        <span>{partner?.partnerName}</span>
      </div>
      {/* Only the places move when a screen is turned: beside them dialogs open, and one that is moved in the page is open no more. */}
      {!arePlacesLast && places}
      <div className={css.end}>
        <LanguageSelect />
        {staff?.clinicianId && children}
        {staff && <Me name={staff.name} photo={staff.photoUrl} onLook={() => setLooking(true)} />}
        <IconButton icon="logout" label={t('desk.rail.signOut')} title={t('desk.rail.signOut')} onClick={onSignOut} />
      </div>
      {arePlacesLast && places}
      {isLooking && <OwnSessions news={news} onClose={() => setLooking(false)} />}
    </header>
  )
}

/** Who works here, and behind it where else they are signed in. */
const Me = ({ name, photo, onLook }: { name: string; photo: string | null; onLook: () => void }) => (
  <button type="button" className={css.me} title={t('desk.session.mine')} aria-haspopup="dialog" onClick={onLook}>
    <Avatar name={name} photo={photo} size={40} />
    <span className={css.name}>
      {t('desk.rail.signedInAs', { name })}. {t('desk.session.mine')}
    </span>
  </button>
)

function Places({ here, isManager }: { here: Place | undefined; isManager: boolean }) {
  return (
    <nav className={css.places} aria-label={t('desk.rail.places')}>
      <Entry href="/" icon="clock" name={t('desk.queue.title')} isHere={here === undefined} />
      {PLACES.filter(({ managers }) => isManager || !managers).map((place) => (
        <Counted key={place.lists[0]} place={place} isHere={place === here} />
      ))}
    </nav>
  )
}

/** Each place counts for itself who waits there. */
function Counted({ place, isHere }: { place: Place; isHere: boolean }) {
  const { lists, icon, title, useWaiting = useNobody } = place
  return <Entry href={`/${lists[0]}`} icon={icon} name={title()} isHere={isHere} waiting={useWaiting()} />
}

const useNobody = (): number => 0

interface EntryProps {
  href: string
  icon: IconName
  name: string
  isHere: boolean
  /** How many wait there. */
  waiting?: number
}

function Entry({ href, icon, name, isHere, waiting = 0 }: EntryProps) {
  const link = useRef<HTMLAnchorElement>(null)
  // Where places move under a finger, the one that one is at is in sight: from the first, and when less room is left.
  useEffect(() => {
    const own = link.current
    const rail = own?.parentElement
    if (!isHere || !rail) return
    const room = new ResizeObserver(() => own.scrollIntoView({ block: 'nearest', inline: 'nearest' }))
    room.observe(rail)
    return () => room.disconnect()
  }, [isHere])
  return (
    <Link ref={link} href={href} className={css.place} aria-current={isHere ? 'page' : undefined}>
      <Icon name={icon} />
      <span>{name}</span>
      {waiting > 0 && (
        <span className={css.waiting}>
          <span aria-hidden="true">{waiting}</span>
          <VisuallyHidden>{t('desk.rail.waiting', { count: waiting })}</VisuallyHidden>
        </span>
      )}
    </Link>
  )
}
