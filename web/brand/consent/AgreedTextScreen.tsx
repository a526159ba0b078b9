import { getAgreedText } from '@cuida/core/brand/consent/consent-api.ts'
import { refusedWith } from '@cuida/ui/client/call-failed.ts'
import { EmptyState } from '@cuida/ui/EmptyState/EmptyState.tsx'
import { ErrorState } from '@cuida/ui/ErrorState/ErrorState.tsx'
import { Screen } from '@cuida/ui/Screen/Screen.tsx'
import { Skeleton } from '@cuida/ui/Skeleton/Skeleton.tsx'
import { t } from '@cuida/ui/words/words.ts'
import { Prose } from '../../kit/frame/Prose.tsx'
import css from '../PolicyScreen.module.css'
import { useAgreedText } from './queries.ts'

/** A text as it was when somebody agreed to it, whatever it says today. */
export function AgreedTextScreen({ textId }: { textId: string }) {
  const { data, error, refetch } = useAgreedText(textId)
  const isMissing = refusedWith(getAgreedText, error, 'TEXT_NOT_FOUND')
  return (
    <Screen title={data?.title ?? t('brand.agreements.text')} lead={data && t('brand.agreements.text')}>
      {!data && !error && <Skeleton lines={8} />}
      {isMissing && <EmptyState title={t('brand.agreements.missing')} />}
      {error && !isMissing && <ErrorState failure={error} onAction={() => void refetch()} />}
      {data && (
        <article className={css.document}>
          {data.section.map(({ title, content }) => (
            <section key={title + content}>
              {title && <h2>{title}</h2>}
              <Prose markdown={content} />
            </section>
          ))}
        </article>
      )}
    </Screen>
  )
}
