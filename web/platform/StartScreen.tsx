import { ErrorState } from '@cuida/ui/ErrorState/ErrorState.tsx'
import { Spinner } from '@cuida/ui/Spinner/Spinner.tsx'
import { t } from '@cuida/ui/words/words.ts'
import { readNativeSettings } from './native-settings.ts'
import { platform } from './platform.ts'
import css from './StartScreen.module.css'

/** Before the app knows which partner it is of. */
export function StartScreen() {
  return (
    <main className={css.page} aria-busy="true">
      <Spinner />
    </main>
  )
}

/** A8.4: the config could not be loaded. What exactly went wrong is for those who build the app, nobody else. */
export function StartFailed({ failure }: { failure: unknown }) {
  const settings = readNativeSettings()
  return (
    <main className={css.page}>
      <div className={css.column}>
        <h1>{t('brand.config.title')}</h1>
        <ErrorState
          title={t('brand.config.text')}
          failure={failure}
          action={t('ui.crash.restart')}
          onAction={() => location.reload()}
        />
        {settings.environment !== 'production' && (
          <pre className={css.details}>
            {String(failure)}
            {'\n'}
            {JSON.stringify({ ...settings, os: platform().os, version: platform().appVersion() }, null, 2)}
          </pre>
        )}
      </div>
    </main>
  )
}
