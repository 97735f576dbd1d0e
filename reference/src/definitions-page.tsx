// What the words of the dashboard mean, for everybody who reads its numbers.
import type { Definition } from '../../languages/definition-groups.ts';
import { ENGLISH_DEFINITIONS } from '../../languages/english-definitions.ts';
import styles from './definitions.module.css';
import { inline } from './markdown.tsx';

export function DefinitionsPage() {
  return (
    <>
      <p>What the words of the dashboard mean. Its tooltips say the same.</p>
      {ENGLISH_DEFINITIONS.map(({ title, definitions }) => (
        <section key={title} className={styles.group}>
          <h2>{title}</h2>
          <dl className={styles.terms}>
            {definitions.map(([term, definition]) => (
              <Entry key={term} {...definition} />
            ))}
          </dl>
        </section>
      ))}
    </>
  );
}

function Entry({ name, sentence, example, alsoCalled, inApi }: Definition) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <p>{sentence}</p>
        <p className="hint">Example: {example}</p>
        {alsoCalled !== undefined && <p className="hint">Also called: {alsoCalled}.</p>}
        {inApi !== undefined && <p className="hint">In the API: {inline(inApi)}.</p>}
      </dd>
    </div>
  );
}
