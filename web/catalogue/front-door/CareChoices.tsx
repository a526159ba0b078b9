import { soonestCall, soonestSlot } from '@cuida/core/catalogue/care-options.ts'
import type { CareOptions } from '@cuida/core/catalogue/care-options-api.ts'
import { Icon, type IconName } from '@cuida/ui/Icon/Icon.tsx'
import { formatRelativeMoment } from '@cuida/ui/i18n/format.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { Link } from '@cuida/ui/Link/Link.tsx'
import { Live } from '@cuida/ui/Live/Live.tsx'
import type { Need } from '../../kit/content/initial-state.ts'
import { usePartner } from '../../kit/content/partner.tsx'
import { pathOf } from '../../routes.ts'
import css from './CareChoices.module.css'
import { optionsOf, waitText } from './care-options.ts'

interface CareChoicesProps {
  options: Pick<CareOptions, 'products'>
  /** The needs to choose among; those for subscribers only are left out. */
  needs: readonly Need[]
}

/** The two ways to a clinician, each with what is true of it now: talk now, or choose a time. */
export function CareChoices({ options: all, needs }: CareChoicesProps) {
  const { timeZone } = usePartner()
  const options = optionsOf(
    all,
    needs.filter(({ requiresSubscription }) => !requiresSubscription),
  )
  const nameOf = (slug: string) => needs.find((need) => need.slug === slug)?.name ?? ''
  const call = soonestCall(options)
  const slot = soonestSlot(options)
  return (
    <ul className={css.choices} aria-label={t('catalogue.choice.label')}>
      {call && (
        <Choice
          href={pathOf('product', { slug: call.slug })}
          icon="video"
          title={t('catalogue.choice.now')}
          detail={waitText(call, timeZone)}
          need={nameOf(call.slug)}
          isNow
        />
      )}
      {slot && (
        <Choice
          href={pathOf('questions', { slug: slot.slug }, { mode: 'later' })}
          icon="calendar"
          title={t('catalogue.choice.time')}
          detail={t('catalogue.choice.from', { when: formatRelativeMoment(slot.startTime, timeZone) })}
          need={nameOf(slot.slug)}
        />
      )}
    </ul>
  )
}

/** Holds the space of the choices while their times load. */
export const CareChoicesSkeleton = () => (
  <div className={css.choices} aria-busy="true">
    <EmptyChoice />
    <EmptyChoice />
  </div>
)

/** As high as a choice, at any text size. */
const EmptyChoice = () => (
  <span className={css.choice} data-empty aria-hidden="true">
    <span className={css.icon} />
    <strong>&nbsp;</strong>
    <span className={css.detail} />
    <span className={css.need}>&nbsp;</span>
  </span>
)

interface ChoiceProps {
  href: string
  icon: IconName
  title: string
  detail: string
  /** The name of the product that it leads to. */
  need: string
  /** With the accent edge that means "now". */
  isNow?: boolean
}

function Choice({ href, icon, title, detail, need, isNow }: ChoiceProps) {
  return (
    <li>
      <Link className={css.choice} data-now={isNow || undefined} href={href}>
        <span className={css.icon}>
          <Icon name={icon} />
        </span>
        <strong>{title}</strong>
        <span className={css.detail}>
          <Live text={detail} />
        </span>
        <span className={css.need}>{need}</span>
      </Link>
    </li>
  )
}
