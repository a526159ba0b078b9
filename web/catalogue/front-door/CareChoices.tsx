import { soonestCall, soonestSlot } from '@cuida/core/catalogue/care-options.ts'
import type { CareOptions } from '@cuida/core/catalogue/care-options-api.ts'
import { Icon, type IconName } from '@cuida/ui/Icon/Icon.tsx'
import { formatRelativeMoment } from '@cuida/ui/i18n/format.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { Link } from '@cuida/ui/Link/Link.tsx'
import { usePartner } from '../../kit/content/partner.tsx'
import { pathOf } from '../../routes.ts'
import css from './CareChoices.module.css'
import { waitText } from './care-options.ts'

/** The two ways to a clinician, each with what is true of it now: talk now, or choose a time. */
export function CareChoices({ options }: { options: Pick<CareOptions, 'products'> }) {
  const { timeZone } = usePartner()
  const call = soonestCall(options)
  const slot = soonestSlot(options)
  return (
    <ul className={css.choices} aria-label={t('catalogue.choice.label')}>
      {call && (
        <Choice
          slug={call.slug}
          icon="video"
          title={t('catalogue.choice.now')}
          detail={waitText(call, timeZone)}
          isNow
        />
      )}
      {slot && (
        <Choice
          slug={slot.slug}
          icon="calendar"
          title={t('catalogue.choice.time')}
          detail={t('catalogue.choice.from', { when: formatRelativeMoment(slot.startTime, timeZone) })}
        />
      )}
    </ul>
  )
}

/** Holds the space of the choices while their times load. */
export const CareChoicesSkeleton = () => (
  <div className={css.choices} aria-busy="true">
    <span className={css.choice} data-empty />
    <span className={css.choice} data-empty />
  </div>
)

interface ChoiceProps {
  slug: string
  icon: IconName
  title: string
  detail: string
  /** With the accent edge that means "now". */
  isNow?: boolean
}

function Choice({ slug, icon, title, detail, isNow }: ChoiceProps) {
  return (
    <li>
      <Link className={css.choice} data-now={isNow || undefined} href={pathOf('product', { slug })}>
        <span className={css.icon}>
          <Icon name={icon} />
        </span>
        <strong>{title}</strong>
        <span className={css.detail}>{detail}</span>
      </Link>
    </li>
  )
}
