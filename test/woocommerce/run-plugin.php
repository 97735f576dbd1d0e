<?php
// Runs the plugin with stand-ins for what it calls of WordPress and WooCommerce. Reads a list of stories as JSON from the standard input, and writes
// what is stored at the end of each.

define( 'ABSPATH', '/' );

$actions = array();
$shop    = new stdClass();

function add_action( $name, $action ) {
	global $actions;
	$actions[ $name ][] = $action;
}

function do_action( $name, ...$values ) {
	global $actions;
	foreach ( $actions[ $name ] as $action ) {
		$action( ...$values );
	}
}

function wp_unslash( $value ) {
	return stripslashes( $value );
}

class Funnel_Test_Died extends Exception {}

function wp_die() {
	throw new Funnel_Test_Died();
}

class Funnel_Test_Session {
	public $data = array();
	private $has_session;

	public function __construct( $has_session ) {
		$this->has_session = $has_session;
	}

	public function has_session() {
		return $this->has_session;
	}

	public function get( $key ) {
		return isset( $this->data[ $key ] ) ? $this->data[ $key ] : null;
	}

	public function set( $key, $value ) {
		$this->data[ $key ] = $value;
	}
}

class Funnel_Test_Order {
	public $meta  = array();
	public $saved = array();

	public function update_meta_data( $key, $value ) {
		$this->meta[ $key ] = $value;
	}

	public function save_meta_data() {
		$this->saved = $this->meta;
	}
}

function WC() {
	global $shop;
	return $shop;
}

// Warnings are errors, too.
set_error_handler(
	function ( $level, $message ) {
		throw new ErrorException( $message );
	}
);

require __DIR__ . '/../../packages/woocommerce/funnel-visitor.php';

function run_request( $request ) {
	$_SERVER['REQUEST_METHOD'] = $request['method'];
	unset( $_SERVER['HTTP_SEC_FETCH_SITE'] );
	if ( isset( $request['site'] ) ) {
		$_SERVER['HTTP_SEC_FETCH_SITE'] = $request['site'];
	}
	// As WordPress does with all that is sent.
	$_POST = array_map(
		function ( $value ) {
			return is_string( $value ) ? addslashes( $value ) : $value;
		},
		$request['body']
	);
	try {
		do_action( 'wc_ajax_funnel_visitor' );
	} catch ( Funnel_Test_Died $end ) {
		return;
	}
	throw new LogicException( 'the request has not ended' );
}

function run_story( $story ) {
	// "none": WooCommerce has loaded no session, as in the background. "not begun": the visitor has no cookie.
	WC()->session = 'none' === $story['session'] ? null : new Funnel_Test_Session( 'begun' === $story['session'] );
	array_map( 'run_request', $story['requests'] );
	$order = new Funnel_Test_Order();
	do_action( $story['checkout'], $order );
	// As objects, even if they are empty.
	return array(
		'meta'  => (object) $order->meta,
		'saved' => (object) $order->saved,
	);
}

echo json_encode( array_map( 'run_story', json_decode( stream_get_contents( STDIN ), true ) ) );
