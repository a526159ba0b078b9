import { EmptyState } from '@cuida/ui/EmptyState/EmptyState.tsx'
import { Loaded } from '@cuida/ui/Loaded/Loaded.tsx'
import { Screen } from '@cuida/ui/Screen/Screen.tsx'
import { t } from '@cuida/ui/words/words.ts'
import { Prose } from '../../kit/frame/Prose.tsx'
import css from '../PolicyScreen.module.css'
import { useAgreedText } from './queries.ts'

/** A text as it was when somebody agreed to it, whatever it says today. */
export function AgreedTextScreen({ textId }: { textId: string }) {
  const text = useAgreedText(textId)
  const { data } = text
  return (
    <Screen title={data?.title ?? t('brand.agreements.text')} lead={data && t('brand.agreements.text')}>
      <Loaded of={text} lines={8} gone={<EmptyState title={t('brand.agreements.missing')} />}>
        {({ section }) => (
          <article className={css.document}>
            {section.map(({ title, content }) => (
              <section key={title + content}>
                {title && <h2>{title}</h2>}
                <Prose markdown={content} />
              </section>
            ))}
          </article>
        )}
      </Loaded>
    </Screen>
  )
}
