import { Avatar } from '@cuida/ui/Avatar/Avatar.tsx'
import { IconButton } from '@cuida/ui/Button/Button.tsx'
import { Icon, type IconName } from '@cuida/ui/Icon/Icon.tsx'
import { VisuallyHidden } from '@cuida/ui/VisuallyHidden/VisuallyHidden.tsx'
import { t } from '@cuida/ui/words/words.ts'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Link, useRoute } from 'wouter'
import { OwnSessions } from './access/session/OwnSessions.tsx'
import { usePartner } from './kit/partner.ts'
import { LanguageSelect } from './kit/place/LanguageSelect.tsx'
import { useIsWide } from './kit/place/use-is-wide.ts'
import { useStaff } from './kit/session.ts'
import css from './Rail.module.css'

interface RailProps {
  /** How many requests and openings of records wait. */
  records: number
  /** How many questions of patients wait. */
  questions: number
  /** How many invitations of other managers wait. */
  team: number
  /** How many people no message reached. */
  untold: number
  /** Whoever holds patients is asked first. */
  onSignOut: () => void
  /** How whoever works here wants to be told of things. */
  news: ReactNode
  children?: ReactNode
}

/** `records`: how many requests and openings of records wait. Whose desk it is, its places, who works at it, in which language, and the way out. `children`: how who works stands, beside their name. */
export function Rail({ records, questions, team, untold, onSignOut, news, children }: RailProps) {
  const partner = usePartner()
  const [isLooking, setLooking] = useState(false)
  const { data: staff } = useStaff()
  const isManager = staff?.role.includes('clinical-manager') ?? false
  const isColumn = useIsWide(900)
  const holdsFewPlaces = useIsWide(600)
  // Places that have a line of their own stand below the rest: whoever goes with Tab meets them there.
  const arePlacesLast = !isColumn && (isManager || !holdsFewPlaces)
  const places = staff && <Places {...{ isManager, records, questions, team, untold }} />
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
        {staff && <Me name={staff.name} onLook={() => setLooking(true)} />}
        <IconButton icon="logout" label={t('desk.rail.signOut')} title={t('desk.rail.signOut')} onClick={onSignOut} />
      </div>
      {arePlacesLast && places}
      {isLooking && <OwnSessions news={news} onClose={() => setLooking(false)} />}
    </header>
  )
}

/** Who works here, and behind it where else they are signed in. */
const Me = ({ name, onLook }: { name: string; onLook: () => void }) => (
  <button type="button" className={css.me} title={t('desk.session.mine')} aria-haspopup="dialog" onClick={onLook}>
    <Avatar name={name} size={40} />
    <span className={css.name}>
      {t('desk.rail.signedInAs', { name })}. {t('desk.session.mine')}
    </span>
  </button>
)

function Places({
  isManager,
  records,
  questions,
  team,
  untold,
}: Omit<RailProps, 'children' | 'news' | 'onSignOut'> & { isManager: boolean }) {
  const [isPeople] = useRoute('/people/*?')
  const [isTeam] = useRoute('/team/*?')
  const [isCompanies] = useRoute('/companies/*?')
  const [isFaults] = useRoute('/faults/*?')
  const [isCodes] = useRoute('/promo-codes/*?')
  const [isCampaigns] = useRoute('/campaigns/*?')
  const isPromo = isCodes || isCampaigns
  const [isOrders] = useRoute('/orders/*?')
  const [isSubscriptions] = useRoute('/subscriptions/*?')
  const [isDisputes] = useRoute('/disputes/*?')
  const [isTasks] = useRoute('/tasks/*?')
  const [isAgenda] = useRoute('/agenda/*?')
  const [isRecords] = useRoute('/records/*?')
  const [isQuestions] = useRoute('/questions/*?')
  const [isBoard] = useRoute('/board')
  const [isOpen] = useRoute('/open')
  const isMoney = isOrders || isSubscriptions || isDisputes || isTasks
  const isQueue =
    !isPeople &&
    !isTeam &&
    !isCompanies &&
    !isFaults &&
    !isPromo &&
    !isMoney &&
    !isAgenda &&
    !isRecords &&
    !isQuestions &&
    !isBoard &&
    !isOpen
  return (
    <nav className={css.places} aria-label={t('desk.rail.places')}>
      <Place href="/" icon="clock" name={t('desk.queue.title')} isHere={isQueue} />
      <Place href="/agenda" icon="calendar" name={t('desk.agenda.title')} isHere={isAgenda} />
      <Place href="/records" icon="file" name={t('desk.rail.records')} isHere={isRecords} waiting={records} />
      <Place href="/questions" icon="help" name={t('desk.questions.title')} isHere={isQuestions} waiting={questions} />
      {isManager && <Place href="/open" icon="bell" name={t('desk.rescue.place')} isHere={isOpen} waiting={untold} />}
      {isManager && <Place href="/board" icon="eye" name={t('desk.board.title')} isHere={isBoard} />}
      {isManager && <Place href="/people" icon="profile" name={t('desk.people.title')} isHere={isPeople} />}
      {isManager && <Place href="/team" icon="user" name={t('desk.team.title')} isHere={isTeam} waiting={team} />}
      {isManager && <Place href="/companies" icon="company" name={t('desk.companies.title')} isHere={isCompanies} />}
      {isManager && <Place href="/promo-codes" icon="star" name={t('desk.promo.title')} isHere={isPromo} />}
      {isManager && <Place href="/orders" icon="card" name={t('desk.orders.place')} isHere={isMoney} />}
      {isManager && <Place href="/faults" icon="warning" name={t('desk.faults.title')} isHere={isFaults} />}
    </nav>
  )
}

interface PlaceProps {
  href: string
  icon: IconName
  name: string
  isHere: boolean
  /** How many wait there. */
  waiting?: number
}

function Place({ href, icon, name, isHere, waiting = 0 }: PlaceProps) {
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
