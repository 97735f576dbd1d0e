<?php
/**
 * Plugin Name: Funnel visitor
 * Description: Adds the visitor, as the tracker of the Funnel Reporting Service knows it, to each order. Needs the attribute data-shop="woocommerce" on the script of the tracker.
 * Version: 1.0.1
 * Requires Plugins: woocommerce
 * Requires PHP: 7.4
 */

defined( 'ABSPATH' ) || exit;

// Whether a page of the shop itself has sent the request: another website must not say who the shop's visitor is. A nonce would
// not do, because pages of shops are cached. Browsers without this header send no cookie with such a request either, or are very old.
function funnel_visitor_is_from_shop() {
	$method = isset( $_SERVER['REQUEST_METHOD'] ) ? $_SERVER['REQUEST_METHOD'] : '';
	$site   = isset( $_SERVER['HTTP_SEC_FETCH_SITE'] ) ? $_SERVER['HTTP_SEC_FETCH_SITE'] : 'same-origin';
	return 'POST' === $method && 'same-origin' === $site;
}

// The tracker sends the visitor while there is something in the cart. An empty or invalid one is forgotten.
add_action(
	'wc_ajax_funnel_visitor',
	function () {
		$session = WC()->session;
		// Without a session there is no cart. None is started, because that would set a cookie.
		if ( funnel_visitor_is_from_shop() && $session && $session->has_session() ) {
			$visitor = isset( $_POST['visitor'] ) && is_string( $_POST['visitor'] ) ? wp_unslash( $_POST['visitor'] ) : '';
			$session->set( 'funnel_visitor', preg_match( '/^[A-Za-z0-9_-]{1,128}$/D', $visitor ) ? $visitor : null );
		}
		wp_die();
	}
);

function funnel_visitor_add_to_order( $order ) {
	$visitor = WC()->session ? WC()->session->get( 'funnel_visitor' ) : null;
	if ( $visitor ) {
		$order->update_meta_data( 'funnel_visitor', $visitor );
	}
}

// The checkout of the shortcode saves the order afterwards. The checkout block may have saved it before.
add_action( 'woocommerce_checkout_create_order', 'funnel_visitor_add_to_order' );
add_action(
	'woocommerce_store_api_checkout_update_order_meta',
	function ( $order ) {
		funnel_visitor_add_to_order( $order );
		$order->save_meta_data();
	}
);
