import { type ComponentType, lazy } from 'react';
import { PageNotLoadedError } from '../components/error-boundary.tsx';

/** A page whose script is loaded when the page is opened. */
export function lazyPage<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  let Page = attempt();
  // React remembers the failure of a lazy component, so the next attempt is another one.
  const askAgain = () => {
    Page = attempt();
  };
  function attempt() {
    return lazy(async () => {
      try {
        return { default: (await load()) as ComponentType<object> };
      } catch (cause) {
        throw new PageNotLoadedError(askAgain, { cause });
      }
    });
  }
  return (props) => <Page {...props} />;
}
