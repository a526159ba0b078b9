import { Icon } from '@cuida/ui/Icon/Icon.tsx'
import { currentLocale, t } from '@cuida/ui/words/words.ts'
import { useRating } from './queries.ts'
import css from './Rated.module.css'

/** How patients rate them, once enough have: in numbers, and nothing of what anybody wrote. */
export function Rated({ clinicianId }: { clinicianId: string }) {
  const rating = useRating(clinicianId).data?.rating
  if (!rating) return null
  const { average, count } = rating
  const said = new Intl.NumberFormat(currentLocale(), { minimumFractionDigits: 1 }).format(average)
  return (
    <p className={css.rated}>
      <Icon name="star" size={20} />
      <span>
        <strong>{t('catalogue.clinician.rated', { average: said })}</strong>{' '}
        {t('catalogue.clinician.ratings', { count })}
      </span>
    </p>
  )
}
