import { t } from '../i18n/messages.ts'
import css from './TraceId.module.css'

/** The code of what went wrong, for who writes to us: a press chooses all of it. */
export const TraceId = ({ id }: { id: string }) => (
  <p>
    {t('ui.trace')} <code className={css.id}>{id}</code>
  </p>
)
