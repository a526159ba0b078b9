import { t } from '../i18n/messages.ts'
import css from './TraceId.module.css'

/** The trace id of a failure, for messages to support; one click selects all of it. */
export const TraceId = ({ id }: { id: string }) => (
  <p>
    {t('ui.trace')} <code className={css.id}>{id}</code>
  </p>
)
